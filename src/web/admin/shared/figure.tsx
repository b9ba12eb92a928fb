/** A number worth knowing, with its meaning below. */
export function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div class="figure">
      <b>{value}</b>
      <span>{label}</span>
    </div>
  )
}
