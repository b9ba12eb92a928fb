import { startMapServer, type MapServer, type Reply } from '../../providers/map-server'

/** The part of GitHub we use; `reply` overrides its answers once it's set. */
export interface GithubStub {
  server: MapServer
  reply: Reply | null
}

export function startGithub(): GithubStub {
  const stub: GithubStub = {
    reply: null,
    server: startMapServer((asked) =>
      stub.reply
        ? stub.reply(asked)
        : (answers[asked.path]?.() ?? Response.json({ message: 'Not Found' }, { status: 404 })),
    ),
  }
  return stub
}

const answers: Record<string, () => Response> = {
  '/repos/acme/truckroll': () =>
    Response.json({ full_name: 'acme/truckroll', stargazers_count: 41, open_issues_count: 3, private: true }),
  '/repos/acme/truckroll/commits': () =>
    Response.json([
      {
        sha: 'a1',
        commit: { message: 'Mend the gutter\n\nIt leaked.', author: { name: 'Dana' } },
        author: { login: 'dana' },
      },
      { sha: 'b2', commit: { message: 'Begin', author: { name: 'Sam' } }, author: null },
    ]),
  '/repos/acme/truckroll/pulls': () =>
    Response.json([{ number: 7, title: 'Paint it', state: 'open', body: 'long' }]),
}
