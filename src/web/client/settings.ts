/** What the server wrote into the page for its script; each page knows the shape of its own. */
export const pageSettings = (): unknown => JSON.parse(document.body.dataset.settings ?? '{}')
