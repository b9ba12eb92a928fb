/** Everything that a program, a phone or a printer may take for the end of a line becomes a space. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
