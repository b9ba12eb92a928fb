/** Visit notifications on the technician's phone. */
export const en = {
  titles: { new: 'New visit', moved: 'New time for a visit', canceled: 'Visit canceled' },
  body: (customer: string, when: string) => `${customer}, ${when}`,
  title: 'Visit notifications',
  text: 'We’ll tell you about new, moved and canceled visits for today and tomorrow.',
  choice: 'How should we tell you?',
  ways: { push: 'Push notifications on this phone', sms: 'Text message', email: 'Email' },
  on: 'This phone gets push notifications. They show the customer’s first name and the time.',
  off: 'Push notifications are off on this phone. Until you turn them on somewhere, we’ll text you.',
  turnOn: 'Turn on for this phone',
  turnOff: 'Turn off for this phone',
  denied:
    'Your phone blocks notifications for this page. Until you allow them in its settings, we’ll text or email you.',
  impossible:
    'This browser can’t show push notifications. On an iPhone, add this page to your home screen first.',
  failed: 'We couldn’t turn push notifications on. Try again in a moment.',
}
