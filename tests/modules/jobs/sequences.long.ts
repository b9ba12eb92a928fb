import { test } from 'bun:test'
import { onlyWhen } from '../../support/needs'
import { testServer } from '../../support/store'
import { startOffice } from './office'
import { checkSequences } from './sequences'

// A server answers over the network, so the few dozen of the suite show there what a thousand show on a file.
onlyWhen(testServer === null, 'the suite runs a few on a server')('a job', () => {
  test('reaches no illegal status in 1,000 random sequences, and the timeline rebuilds each', async () => {
    const office = await startOffice()
    await checkSequences(office, 1_000)
    await office.close()
  })
})
