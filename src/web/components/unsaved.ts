/** What each form held when somebody began with it. */
const before = new WeakMap<HTMLFormElement, string>()

/** To be called before anything is typed; only the first time counts. */
export function noteForm(form: HTMLFormElement): void {
  if (!before.has(form)) before.set(form, contentOf(form))
}

/** What it holds now is saved. */
export const settleForm = (form: HTMLFormElement): void => void before.delete(form)

export function hasUnsavedInput(within: Element): boolean {
  return [...within.querySelectorAll('form')].some(
    (form) => before.has(form) && before.get(form) !== contentOf(form),
  )
}

/** Searching is no input: nothing is lost with it. */
function contentOf({ elements }: HTMLFormElement): string {
  return JSON.stringify(
    [...elements].flatMap((control) => {
      if (control instanceof HTMLInputElement && control.type !== 'search')
        return [control.type === 'checkbox' || control.type === 'radio' ? control.checked : control.value]
      return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement
        ? [control.value]
        : []
    }),
  )
}
