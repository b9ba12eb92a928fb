import type { OwnFile } from '../../modules/files'
import type { Api } from '../client/api'
import { saveFile } from '../client/download'
import { PhotoGrid, type PhotoWords } from '../components'
import { controls, words } from './words'

const text = words.photos

const photoWords: PhotoWords = {
  kinds: text.kinds,
  open: text.open,
  position: text.position,
  previous: text.previous,
  next: text.next,
  missing: text.missing,
  loading: controls.loading,
  overlay: controls,
}

/** The photos of a job that the office shows to the customer. */
export function JobPhotos({ api, files }: { api: Api; files: OwnFile[] }) {
  if (files.length === 0) return null
  const save = async ({ id, name }: OwnFile) => saveFile(await api.account.files(id).content.file(), name)
  return (
    <div class="stack">
      <h4>{text.title}</h4>
      <PhotoGrid
        label={text.title}
        files={files}
        load={(id, which) => api.account.files(id)[which].file()}
        words={photoWords}
        onDocument={(file) => void save(file).catch(() => null)}
      />
    </div>
  )
}
