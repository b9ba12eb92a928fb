import type { InvitedStaff, StaffMember } from '../../../modules/staff'
import { useAction } from '../../client/hooks'
import { SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { Form, orNull, useForm, type FormEnds } from '../shared/form'
import { roleField } from '../shared/roles'
import { franchiseOptions, useDirectory, type Directory } from '../shell/directory'
import { sendsEmail } from './parts'

type Role = StaffMember['role']

/** A franchisee runs one franchise. Nobody new works for one that has closed. */
function placesOf({ franchises }: Directory, { role, franchiseId }: { role: string; franchiseId: string }) {
  const open = franchises.filter(({ id, active }) => active || id === franchiseId)
  const all = role === 'franchisee' ? 'Choose a franchise' : 'All franchises'
  return franchiseOptions({ franchises: open }, all)
}

export function InviteForm({ onInvited, ...ends }: FormEnds & { onInvited: (person: InvitedStaff) => void }) {
  const directory = useDirectory()
  const inviting = useAction(async () => {
    const { email, name, role, franchiseId } = form.values
    const place = role === 'owner' ? null : orNull(franchiseId)
    onInvited(
      await api.admin.staff.post({ email, name, role: role as Role, franchiseId: place }, { key: null }),
    )
  })
  const form = useForm({ email: '', name: '', role: 'dispatcher', franchiseId: '' }, inviting.fields)
  return (
    <Form
      action={inviting}
      submit={sendsEmail() ? 'Send invitation' : 'Create invitation'}
      fields={['email', 'name', 'role', 'franchiseId']}
      {...ends}
    >
      <TextField label="Name" autocomplete="off" {...form.text('name')} />
      <TextField label="Email" type="email" autocomplete="off" {...form.text('email')} />
      <SelectField {...roleField(form.values.role)} {...form.choice('role')} />
      {form.values.role !== 'owner' && (
        <SelectField
          label="Franchise"
          options={placesOf(directory, form.values)}
          {...form.choice('franchiseId')}
        />
      )}
    </Form>
  )
}

export function ChangeForm({ person, ...ends }: FormEnds & { person: StaffMember }) {
  const directory = useDirectory()
  const saving = useAction(async () => {
    const { name, role, franchiseId } = form.values
    const place = role === 'owner' ? null : orNull(franchiseId)
    await api.admin.staff(person.id).patch({ name, role, franchiseId: place })
    toast('Saved')
  })
  const form = useForm(
    { name: person.name, role: person.role, franchiseId: person.franchiseId ?? '' },
    saving.fields,
  )
  return (
    <Form action={saving} submit="Save" fields={['name', 'role', 'franchiseId']} {...ends}>
      <TextField label="Name" autocomplete="off" {...form.text('name')} />
      <SelectField {...roleField(form.values.role)} {...form.choice('role')} />
      {form.values.role !== 'owner' && (
        <SelectField
          label="Franchise"
          options={placesOf(directory, form.values)}
          {...form.choice('franchiseId')}
        />
      )}
    </Form>
  )
}
