import { Button, Icon } from '../../components'

/** Saves a list as a spreadsheet. On a phone, its icon is enough beside the title. */
export const ExportButton = ({ onExport }: { onExport: () => Promise<void> }) => (
  <Button onClick={() => void onExport()}>
    <Icon name="download" />
    Export CSV
  </Button>
)
