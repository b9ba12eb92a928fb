interface SegmentedProps<Value extends string> {
  label: string
  options: { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** A choice between a few views of the same thing, such as Day, 3 days and Week. */
export function Segmented<Value extends string>({ label, options, value, onChoose }: SegmentedProps<Value>) {
  return (
    <fieldset class="segmented">
      <legend class="hidden-visually">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value ? 'true' : 'false'}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
