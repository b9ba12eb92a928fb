import { useState } from 'preact/hooks'
import { Button, Confirm, Dialog, Drawer, Icon, Menu, Popover, TextField, toast } from '../../components'
import { Shown } from './shown'

type Open = 'dialog' | 'drawer' | 'confirm' | null

export function Overlays({ scheme }: { scheme: string }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Shown name="Menu and popover">
        <div class="row">
          <Menu
            label={`Menu, ${scheme}`}
            align="start"
            items={[
              { label: 'Send by email', icon: 'mail', run: () => {} },
              { label: 'Not possible now', icon: 'lock', disabled: true, run: () => {} },
              { label: 'Delete', icon: 'x', danger: true, run: () => {} },
            ]}
          />
          <Popover
            label={`Columns, ${scheme}`}
            button={
              <>
                <Icon name="columns-3" />
                Columns
              </>
            }
          >
            {(away) => (
              <div class="stack">
                <TextField label="Save this view as" value="Mine" />
                <Button kind="primary" onClick={away}>
                  Save view
                </Button>
              </div>
            )}
          </Popover>
        </div>
      </Shown>
      <Shown name="Dialog, drawer and question">
        <div class="row">
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('drawer')}>Drawer</Button>
          <Button onClick={() => setOpen('confirm')}>Question</Button>
        </div>
        <Dialog
          title="Move this visit?"
          open={open === 'dialog'}
          onClose={close}
          foot={<Button onClick={close}>Keep it</Button>}
        >
          <p>Marcus would be 20 minutes late to the next one.</p>
        </Dialog>
        <Drawer title="Ada Young" open={open === 'drawer'} onClose={close}>
          <TextField label="Name" value="Ada Young" />
        </Drawer>
        <Confirm
          title="Cancel this visit?"
          action="Cancel visit"
          danger
          open={open === 'confirm'}
          onClose={close}
          onConfirm={async () => close()}
        >
          <p>We'll refund $199.50 to the customer's card.</p>
        </Confirm>
      </Shown>
      <Shown name="Toasts">
        <div class="row">
          <Button onClick={() => toast('Invoice sent')}>Message</Button>
          <Button onClick={() => toast('Visit moved to 10 AM', 'plain', { label: 'Undo', run: () => {} })}>
            With Undo
          </Button>
          <Button onClick={() => toast("We couldn't send it. Try again.", 'bad')}>Error</Button>
        </div>
      </Shown>
    </>
  )
}
