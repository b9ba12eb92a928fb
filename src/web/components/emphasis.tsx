/** A sentence with one part of it in bold, wherever the language puts it. */
export function Emphasis({ text, of }: { text: string; of: string }) {
  const at = of === '' ? -1 : text.indexOf(of)
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <strong>{of}</strong>
      {text.slice(at + of.length)}
    </>
  )
}
