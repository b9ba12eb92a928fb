/** The label of a row's first field. Where rows stand under one head, only screen readers get the number. */
export const RowLabel = ({ word, place }: { word: string; place: number }) => (
  <>
    {word}
    <span class="row-number"> {place + 1}</span>
  </>
)
