import { useAction } from '../../client/hooks'
import { useConsent } from '../dispatch/consent'
import { SelectField, toast } from '../../components'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { Form, orNull, useForm } from '../shared/form'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'
import { workerOptions } from './worker-options'

export function AssignForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  const consent = useConsent()
  const assigning = useAction(async () => {
    const { workerId, tellCustomer } = form.values
    await api.post(`/api/admin/jobs/${job.id}/assign`, {
      workerId: orNull(workerId),
      tellCustomer,
      revision: job.revision,
    })
    toast(workerId === '' ? 'Nobody has the job now' : `${directory.workerName(workerId)} has the job`)
  })
  const form = useForm({ workerId: job.workerId ?? '', tellCustomer: true }, assigning.fields)
  const asked = consent.asked(assigning, job, () =>
    job.scheduledStart === null
      ? null
      : { workerId: orNull(form.values.workerId), start: job.scheduledStart },
  )
  return (
    <>
      {consent.dialog}
      <Form action={asked} submit="Assign" {...ends} fields={['workerId']}>
        <SelectField
          label="Worker"
          {...form.choice('workerId')}
          options={workerOptions(directory, job.franchiseId)}
        />
        <TellSwitch {...form.check('tellCustomer')} />
      </Form>
    </>
  )
}
