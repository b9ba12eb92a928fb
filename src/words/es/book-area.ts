import type { AreaWords } from '../book-area'

export const es: AreaWords = {
  outside: 'Lo sentimos, todavía no atendemos esta dirección.',
  poBox: 'No podemos ir a un apartado postal. Escriba la dirección donde nos necesita.',
  noHouse: 'Agregue el número y la calle para que podamos llegar.',
  unknown: 'No encontramos esta dirección. Agregue el código postal.',
  served: (business) =>
    business === null ? 'Atendemos esta dirección.' : `${business} atiende esta dirección.`,
  request: {
    title: (zip) => `Todavía no atendemos el código postal ${zip}`,
    ask: 'Déjenos su correo electrónico y le avisaremos cuando lleguemos.',
    email: 'Correo electrónico',
    why: 'No lo usaremos para nada más.',
    send: 'Avísenme cuando lleguen',
    wrong: 'Escriba un correo electrónico, por ejemplo usted@example.com.',
    noted: (zip) => `¡Gracias! Le escribiremos cuando atendamos el código postal ${zip}.`,
    leave: 'Dejar mi correo electrónico',
  },
}
