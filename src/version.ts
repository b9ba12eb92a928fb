import manifest from '../package.json' with { type: 'json' }

/** The version of the API, which changes only with the contract. */
export const interfaceVersion = '1.0.0'

export const programVersion: string = manifest.version
