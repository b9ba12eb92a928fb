import type { AreaWords } from '../book-area'

export const es: AreaWords = {
  outside: 'Lo sentimos, todavía no atendemos esta dirección.',
  poBox: 'No podemos ir a un apartado postal. Escriba la dirección donde nos necesita.',
  noHouse: 'Agregue el número y la calle para que podamos llegar.',
  unknown: 'No encontramos esta dirección. Agregue el código postal.',
  served: (business) =>
    business === null ? 'Atendemos esta dirección.' : `${business} atiende esta dirección.`,
}
