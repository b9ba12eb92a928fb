/** A time such as "9 a.m." already ends with the period. */
export const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`)

/** Spanish says "la 1:10 p.m." and "las 2:10 p.m.". */
export const clock = (time: string): string => `${/^1\D/.test(time) ? 'la' : 'las'} ${time}`
