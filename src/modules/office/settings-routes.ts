import { Elysia } from 'elysia'
import { z } from 'zod'
import { loadConfig } from '../../config'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { LiveSettings } from '../../settings/live'
import { changeLogo, changeSettings, readPicture, readSettings } from './settings'
import { SettingsChange, SettingsParams, SettingsState } from './settings-model'
import * as models from './settings-model'

nameModels(models)

/** The settings of a new company. */
const example = () => readSettings({ settings: new LiveSettings(loadConfig({})) })

export const settingsRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/settings', () => readSettings(deps), {
      ...adminEndpoint({
        needs: 'settings',
        operationId: 'getSettings',
        summary: "Get the company's settings, and where each value comes from",
        answer: SettingsState,
        example,
      }),
    })
    .patch(
      '/api/admin/settings/:group',
      ({ params, body, caller }) => changeSettings(deps, params.group, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          operationId: 'updateSettings',
          summary: 'Change settings of a group. They count at once.',
          answer: SettingsState,
          refusals: { 404: 'There is no such group' },
          example,
          bodyExample: { values: { phone: '(303) 555-0100' }, reset: ['postalAddress'] },
        }),
        params: SettingsParams,
        body: SettingsChange,
      },
    )
    .put(
      '/api/admin/settings/logo',
      async ({ request, caller }) => changeLogo(deps, await readPicture(request), actorOf(caller)),
      {
        ...endpoint(
          { as: 'hq', limit: 600, needs: 'settings', raw: true },
          {
            tag: 'Admin',
            operationId: 'setLogo',
            summary: 'Upload the logo',
            description: 'A PNG or JPEG of at most 512 KB, 2000 pixels wide and high.',
            answer: SettingsState,
            example,
            takes: { schema: z.string().meta({ format: 'binary' }), mediaType: 'application/octet-stream' },
            bodyExample: 'The bytes of the picture',
          },
        ),
      },
    )
    .delete('/api/admin/settings/logo', ({ caller }) => changeLogo(deps, null, actorOf(caller)), {
      ...adminEndpoint({
        needs: 'settings',
        operationId: 'removeLogo',
        summary: 'Remove the logo',
        answer: SettingsState,
        example,
      }),
    })
