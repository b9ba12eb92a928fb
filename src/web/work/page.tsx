import type { Deps } from '../../deps'
import { Asset, askedAgain } from '../assets/asset'
import { bytesOf, scriptText } from '../assets/fixed'
import { AppRoot, framedShell } from '../layout/shell'

export const workPage = (deps: Deps) =>
  framedShell(deps, {
    title: 'My day',
    entry: 'work',
    sheets: ['work'],
    bare: true,
    width: 'narrow',
    children: <AppRoot />,
  })

/** Under a name that stays: a browser looks there for a newer one. */
export const offlineScript = (): Asset =>
  new Asset('text/javascript; charset=utf-8', bytesOf(scriptText('work/service-worker.ts')), {
    'cache-control': askedAgain,
  })
