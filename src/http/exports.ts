import type { Caller } from './request'

/** Reports whole lists that HQ downloads as files. */
export class ExportWatch {
  /** Replaced by the module that keeps the activity log. Nothing is sent before it has finished. */
  onExport: (caller: Caller, file: string) => Promise<void> = async () => {}

  /** Every answer of an HQ endpoint passes through here; only files to save are reported. */
  async watch(caller: Caller, answer: unknown): Promise<void> {
    const disposition = answer instanceof Response ? answer.headers.get('content-disposition') : null
    const [, file] = /^attachment; filename="([^"]+)"/.exec(disposition ?? '') ?? []
    if (file !== undefined) await this.onExport(caller, file)
  }
}
