/** A time of day or a range of them, with its weekday if it has one: `2:00 PM`, `Mon 12–2 PM`, `10 AM–12 PM`. */
const aTime =
  /((?:(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) )?\d{1,2}(?::\d\d)?(?: [AP]M)?–\d{1,2}(?::\d\d)? [AP]M|\d{1,2}(?::\d\d)? [AP]M)/

/** Text whose times never break across lines. */
export const Times = ({ children }: { children: string }) => (
  <>
    {children.split(aTime).map((part, at) =>
      at % 2 === 1 ? (
        <span key={at} class="nowrap">
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </>
)
