/** A block of data that no browser runs. Nothing in it can end the element, because it contains no `<`. */
export const StructuredData = ({ about }: { about: object }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(about).replaceAll('<', String.raw`\u003c`) }}
  />
)
