/** Loaded with the first number, because its tables of countries take a megabyte. */
export const phoneLibrary = (): typeof import('libphonenumber-js/min') => require('libphonenumber-js/min')
