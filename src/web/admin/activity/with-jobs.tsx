import { linkTo } from '../address'
import { atReferences } from './sentence'

/** Text about any record, with links to the jobs it names. */
export const WithJobs = ({ text }: { text: string }) => (
  <>
    {atReferences(text).map((part, at) =>
      at % 2 === 0 ? (
        part
      ) : (
        <a key={at} href={linkTo('jobs', { q: part })}>
          {part}
        </a>
      ),
    )}
  </>
)
