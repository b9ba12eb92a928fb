import { z } from 'zod'
import { finishTodo, listTodos, readTodo, Todo } from '../../modules/office'
import { explainJob, OfferedServices, offeredServices, WorkerVerdict } from '../../modules/scheduling'
import { listWorkers } from '../../modules/workforce'
import { rehearse } from '../rehearse'
import { changing, reading } from '../tool'
import { firstOf, jobField, jobNamed, limitField, moreField } from './shared'

const Technician = z.object({
  id: z.string(),
  name: z.string(),
  franchiseId: z.string().nullable(),
  skills: z.array(z.string()),
  phone: z.string().nullable(),
  active: z.boolean(),
})

export const officeTools = [
  reading({
    name: 'list_services',
    title: 'List services',
    description: 'Lists the services that can be booked, with price and length. Call it before book_job.',
    needs: 'catalog.read',
    scope: 'shared',
    input: z.object({}),
    output: OfferedServices,
    run: async ({ deps }) => ({ services: await offeredServices(deps) }),
  }),
  reading({
    name: 'find_technicians',
    title: 'Find technicians',
    description: 'Lists active technicians, optionally by part of a name. Their ids go into other tools.',
    needs: 'workers.read',
    scope: {},
    input: z.object({ search: z.string().trim().min(1).max(200).optional(), limit: limitField }),
    output: z.object({ technicians: z.array(Technician), more: moreField }),
    run: async ({ deps, within }, { search, limit }) => {
      const list = listWorkers(deps, { q: search, franchiseId: within, active: true, limit, format: 'json' })
      const { rows, more } = await firstOf(list, limit)
      return { technicians: rows.map((row) => Technician.parse(row)), more }
    },
  }),
  reading({
    name: 'explain_dispatch',
    title: 'Explain dispatch',
    description:
      'Explains who could take a job and when, and for everyone else the first rule that stands in the way and the smallest change that would help. Use it before assign_job or reschedule_job.',
    needs: 'dispatch',
    scope: {},
    input: z.object({ job: jobField }),
    output: z.object({
      jobId: z.string(),
      problem: z.string().nullable().describe('Why dispatch is not planning this job now'),
      technicians: z.array(WorkerVerdict).describe('Best fit first; at most 20'),
    }),
    run: async (asking, { job }) => {
      const { id } = await jobNamed(asking, job)
      const { jobId, detail, workers } = await explainJob(asking.deps, id, asking.within ?? null)
      return { jobId, problem: detail, technicians: workers.slice(0, 20) }
    },
  }),
  reading({
    name: 'list_todos',
    title: 'List to-dos',
    description: 'Lists what waits for a person at headquarters, newest first.',
    needs: 'todos.read',
    scope: {},
    input: z.object({ limit: limitField }),
    output: z.object({ todos: z.array(Todo), more: moreField }),
    run: async ({ deps, within }, { limit }) => {
      const list = listTodos(deps, { state: 'open', franchiseId: within, limit, format: 'json' })
      const { rows, more } = await firstOf(list, limit)
      return { todos: rows.map((row) => list.present(row)), more }
    },
  }),
  changing({
    name: 'finish_todo',
    title: 'Mark a to-do as done',
    description: 'Marks a to-do as done. Only do this when the user says that it is.',
    needs: 'todos.write',
    scope: { body: { todoId: 'todo' } },
    input: z.object({ todoId: z.string().min(1).max(200).describe('From list_todos') }),
    result: z.object({ todo: Todo }),
    preview: async ({ deps, actor }, { todoId }) => {
      const { title, state } = await readTodo(deps, todoId)
      await rehearse(deps, (trial) => finishTodo(trial, todoId, actor))
      return state === 'done' ? `This to-do is already done: ${title}` : `Mark as done: ${title}`
    },
    apply: ({ deps, actor }, { todoId }) => finishTodo(deps, todoId, actor),
    present: async (_, todo) => ({ summary: `Done: ${todo.title}`, result: { todo } }),
  }),
]
