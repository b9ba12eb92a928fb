/** An error answer from the API. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; code?: string; message: string; decline_code?: string; param?: string },
  ) {
    super(body.message)
  }
}

export const invalidRequest = (message: string, code?: string, status = 400) =>
  new ApiFailure(status, { type: 'invalid_request_error', message, ...(code ? { code } : {}) })

export const missingResource = (id: string) =>
  invalidRequest(`No such object: '${id}'`, 'resource_missing', 404)

export const cardDeclined = (code = 'card_declined', declineCode = 'generic_decline') =>
  new ApiFailure(402, {
    type: 'card_error',
    code,
    message: 'Your card was declined.',
    decline_code: declineCode,
  })
