import type { en } from '../en/work-notices'

export const es: typeof en = {
  titles: { new: 'Visita nueva', moved: 'Nueva hora de una visita', canceled: 'Visita cancelada' },
  body: (customer, when) => `${customer}, ${when}`,
  title: 'Avisos sobre sus visitas',
  text: 'Le avisamos de visitas nuevas, cambiadas y canceladas de hoy y mañana.',
  choice: '¿Cómo quiere recibir los avisos?',
  ways: { push: 'Notificaciones en este teléfono', sms: 'Mensaje de texto', email: 'Correo' },
  on: 'Este teléfono recibe notificaciones. Muestran el nombre de pila del cliente y la hora.',
  off: 'Las notificaciones están desactivadas en este teléfono. Hasta que las active, le enviaremos un mensaje de texto.',
  turnOn: 'Activar en este teléfono',
  turnOff: 'Desactivar en este teléfono',
  denied:
    'Su teléfono bloquea las notificaciones de esta página. Hasta que las permita en los ajustes, le avisaremos por mensaje de texto o por correo.',
  impossible:
    'Este navegador no puede mostrar notificaciones. En un iPhone, agregue primero esta página a la pantalla de inicio.',
  failed: 'No pudimos activar las notificaciones. Inténtelo de nuevo en un momento.',
}
