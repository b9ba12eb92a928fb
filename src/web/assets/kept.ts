import { answerAsset } from './answer'
import { Asset, askedAgain } from './asset'

/** Answers with text that stays as it is while the service runs: compressed once, and only when it is news. */
export function keptJson(text: string): (request: Request) => Promise<Response> {
  const asset = new Asset('application/json; charset=utf-8', new Uint8Array(Buffer.from(text)), {
    'cache-control': askedAgain,
  })
  return (request) => answerAsset(asset, request)
}
