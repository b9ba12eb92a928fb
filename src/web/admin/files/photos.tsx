import type { JobFile } from '../../../modules/files'
import { messageOf } from '../../client/api'
import { saveFile } from '../../client/download'
import { formatPast } from '../../client/format'
import { Button, CheckField, Icon, PhotoGrid, Segmented, toast, type LoadPicture } from '../../components'
import { api } from '../session'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'
import { changeFile, removeFile } from './edit'

const load: LoadPicture = (id, which) => api.admin.files(id)[which].file()
const showTrouble = (error: unknown) => toast(messageOf(error), 'bad')

async function save({ id, name }: JobFile): Promise<void> {
  saveFile(await load(id, 'content'), name)
}

interface PhotosProps {
  label: string
  files: readonly JobFile[]
  canChange: boolean
  zone: string
}

export function Photos({ label, files, canChange, zone }: PhotosProps) {
  return (
    <PhotoGrid
      label={label}
      files={files}
      load={load}
      onDocument={(file) => void save(file).catch(showTrouble)}
      documentIcon={<Icon name="file-text" />}
      about={(file, close) => <About file={file} canChange={canChange} zone={zone} onClose={close} />}
    />
  )
}

const kinds = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
  { value: 'photo', label: 'Other' },
] as const

interface AboutProps {
  file: JobFile
  canChange: boolean
  zone: string
  onClose: () => void
}

/** The facts and actions under an open photo. */
function About({ file, canChange, zone, onClose }: AboutProps) {
  const directory = useDirectory()
  return (
    <div class="viewer-about">
      {canChange && (
        <>
          <Segmented<JobFile['kind']>
            label="Label"
            options={[...kinds]}
            value={file.kind}
            onChoose={(kind) => void changeFile(file.id, { kind })}
          />
          <CheckField
            label="Visible to the customer"
            checked={file.shownToCustomer}
            onCheck={(shownToCustomer) => void changeFile(file.id, { shownToCustomer })}
          />
        </>
      )}
      <Button size="small" onClick={() => void save(file).catch(showTrouble)}>
        Download
      </Button>
      {canChange && (
        <Button
          size="small"
          kind="quiet"
          grave
          onClick={() => {
            onClose()
            void removeFile(file)
          }}
        >
          Delete
        </Button>
      )}
      <p class="small soft">
        {file.name} · {actorName(file.author, directory)} · {formatPast(file.createdAt, zone)}
      </p>
    </div>
  )
}
