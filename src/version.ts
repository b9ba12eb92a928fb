import manifest from '../package.json' with { type: 'json' }

/** The version of the interface, which changes with the contract alone. */
export const interfaceVersion = '1.0.0'

/** The version of this program. */
export const programVersion: string = manifest.version
