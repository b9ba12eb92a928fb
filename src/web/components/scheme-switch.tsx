/** Shown only where scripts run: without them the system's scheme holds. */
export function SchemeSwitch() {
  return (
    <button
      type="button"
      class="scheme-switch script-only"
      data-scheme-switch
      aria-label="Switch between light and dark"
    >
      <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
        <path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z" fill="currentColor" />
      </svg>
    </button>
  )
}
