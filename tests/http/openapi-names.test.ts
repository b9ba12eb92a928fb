import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { Components } from '../../src/http/openapi/components'
import { nameModels, operationIdOf } from '../../src/http/openapi/names'
import { pageOf } from '../../src/http/listing'

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('a model in the API document', () => {
  const Wheel = z.object({ inches: z.int().default(16) })
  const Truck = z.object({ id: z.string(), wheels: z.array(Wheel), spare: Wheel.nullable() })
  const TruckQuery = z.object({ q: z.string() })
  nameModels({ Wheel, Truck, TruckQuery, mostWheels: 18, wheel: z.string() })

  test('has the name it is exported under', () => {
    const components = new Components()
    expect(components.describe(Truck, 'output')).toEqual(reference('Truck'))
    expect(components.schemas.Truck?.properties).toMatchObject({
      wheels: { type: 'array', items: reference('Wheel') },
      spare: { anyOf: [reference('Wheel'), { type: 'null' }] },
    })
  })

  test('is called a list on a page of them', () => {
    const components = new Components()
    expect(components.describe(pageOf(Truck), 'output')).toEqual(reference('TruckList'))
    expect(components.schemas.TruckList?.properties?.items).toEqual({
      type: 'array',
      items: reference('Truck'),
    })
    expect(new Components().describe(pageOf(z.object({ id: z.string() })), 'output').$ref).toBeUndefined()
  })

  test('has a second name if requests may leave something out', () => {
    const components = new Components()
    components.describe(Wheel, 'output')
    expect(components.describe(Wheel, 'input')).toEqual(reference('WheelInput'))
    expect(components.schemas.Wheel?.required).toEqual(['inches'])
    expect(components.schemas.WheelInput?.required).toBeUndefined()
    expect(new Components().describe(Wheel, 'input')).toEqual(reference('Wheel'))
  })

  test("gets its operation's name if it has none", () => {
    const components = new Components()
    const Unnamed = z.object({ on: z.boolean() })
    expect(components.refer(Unnamed, 'input', 'ParkTruckInput')).toEqual(reference('ParkTruckInput'))
    expect(components.refer(z.string(), 'input', 'Text')).toEqual({ type: 'string' })
  })

  test('never hides another one with the same name', () => {
    const components = new Components()
    components.describe(Truck, 'output')
    const other = components.refer(z.object({ on: z.boolean() }), 'output', 'Truck')
    expect(other).toEqual(reference('TruckOther'))
  })

  test("can't share its name with another model", () => {
    expect(() => nameModels({ Truck: z.object({}) })).toThrow('Two models are called Truck')
    expect(() => nameModels({ Truck })).not.toThrow()
  })
})

describe('an operation is called', () => {
  const names: [method: string, path: string, isList: boolean, name: string][] = [
    ['GET', '/api/admin/jobs', true, 'listJobs'],
    ['GET', '/api/admin/jobs/{id}', false, 'getJob'],
    ['POST', '/api/admin/franchises', false, 'createFranchise'],
    ['PATCH', '/api/admin/time-zones/{id}', false, 'updateTimeZone'],
    ['DELETE', '/api/admin/companies/{id}', false, 'deleteCompany'],
    ['POST', '/api/admin/jobs/{id}/cancel', false, 'cancelJob'],
    ['POST', '/api/admin/jobs/{id}/notes', false, 'createJobNote'],
    ['GET', '/api/admin/workers/{id}/tokens', true, 'listWorkerTokens'],
    ['GET', '/api/dev/health', false, 'getHealth'],
    ['GET', '/api/admin/boxes/{id}/status', false, 'getBoxStatus'],
  ]
  test.each(names)('by its method and path: %s %s', (method, path, isList, name) => {
    expect(operationIdOf(method, path, isList)).toBe(name)
  })
})
