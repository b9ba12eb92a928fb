/** A font that isn't part of an installation. `truckroll fonts add <name>` adds it to the data folder. */
export interface FontPackage {
  name: string
  /** The script's code in ISO 15924. */
  code: string
  package: string
  version: string
  /** The hash of the archive at the registry, as in `bun.lock`. */
  integrity: string
}

export const fontPackages = [
  {
    name: 'arabic',
    code: 'Arab',
    package: '@embedpdf/fonts-arabic',
    version: '1.0.0',
    integrity:
      'sha512-SnGvQb+LwPZQO2WjjvlmXrJZolJUfLYbLZQSaYUw1vrQyMyJKT4LewvJGG+hZ+Yz2fz7OMIQ+4Gc98mGODZtOg==',
  },
  {
    name: 'hebrew',
    code: 'Hebr',
    package: '@embedpdf/fonts-hebrew',
    version: '1.0.0',
    integrity:
      'sha512-5HVAKGL7VqPeTxxADDrSqAFBxfmAXdP8fIqrPwJIKkqdK2643bOer8CqnnpO3/nPoFhkzxhttWMB9BGiqSW62w==',
  },
  {
    name: 'chinese',
    code: 'Hans',
    package: '@embedpdf/fonts-sc',
    version: '1.0.0',
    integrity:
      'sha512-ETXl7XCwaQLSSvMO3EUDwMNqtL64kX2LlFxarTRi/NsIGGOIxUurGfKtrkmtnKHrWy1jAJSt6oxK2uJhvdvQIw==',
  },
  {
    name: 'korean',
    code: 'Kore',
    package: '@fontsource/gowun-dodum',
    version: '5.3.0',
    integrity:
      'sha512-1ToMkUzML1E0TIpvV81t1geh+1npARWbdTPwCDZZwqQxD1p/HnngbjOwiXe8Y+gkhlRThyl/HiNgY9fCMpm9OQ==',
  },
  {
    name: 'armenian',
    code: 'Armn',
    package: '@fontsource/noto-sans-armenian',
    version: '5.3.0',
    integrity:
      'sha512-ot9KkRsd2hDXGIMZQeRSvtsw1uoFIBIS+yL7ZLDHY8GpT2LJz7FaCxGT07Iudu0yNTlSEYNLLAbKcy2ZUIjzUA==',
  },
  {
    name: 'georgian',
    code: 'Geor',
    package: '@fontsource/noto-sans-georgian',
    version: '5.3.0',
    integrity:
      'sha512-+a+N1mvCugsggDb5eKPKcwDXQQtbaV+x9/Zo2/p2c9yAZeib+qD2ftbezbPAoLvBf4MP+F8BdDwHdrlnNRSdng==',
  },
  {
    name: 'ethiopic',
    code: 'Ethi',
    package: '@fontsource/noto-sans-ethiopic',
    version: '5.3.0',
    integrity:
      'sha512-ivXPkx5Grhse+0GEyedQysDI5vSMUIeDNBhev6OIcSX6WyAPtvutU/CSWqf2wv67POnvQ0QaQ8Aq36vy9WfZpw==',
  },
  {
    name: 'bengali',
    code: 'Beng',
    package: '@fontsource/noto-sans-bengali',
    version: '5.3.0',
    integrity:
      'sha512-EFBMU0UvzyFSc1ERK369zfqEu6DMRuWmCQ2+2ahhQTQAIDPEyN1UYlQdQeFkheu2DWG2hfdwrhiLlGFl2sSr/A==',
  },
  {
    name: 'gujarati',
    code: 'Gujr',
    package: '@fontsource/noto-sans-gujarati',
    version: '5.3.0',
    integrity:
      'sha512-vTIzI/j4B6FTQ8LV+0e8Ozp8eXNMHWWD8fsVvfaUjhD6w/TPDugOss88k3eMzDcR5lR+XxQCKgUd6V8qRROjtg==',
  },
  {
    name: 'gurmukhi',
    code: 'Guru',
    package: '@fontsource/noto-sans-gurmukhi',
    version: '5.3.0',
    integrity:
      'sha512-kORmHl4RCqVsPwDPgWxCHWUETSnI+6m6aPsJmGf7K3PJorPKHUZesABxhZcsnYVZkKS/4abE3QgJgjuhWpA13g==',
  },
  {
    name: 'tamil',
    code: 'Taml',
    package: '@fontsource/noto-sans-tamil',
    version: '5.3.0',
    integrity:
      'sha512-webid7fyBljiIEJ1hXuey48vCUe2Oq3/EwYjo6XBtXItO9FoUmqy0bEnXA5iE++iC324BTI8QMy80SYtDheCzA==',
  },
  {
    name: 'telugu',
    code: 'Telu',
    package: '@fontsource/noto-sans-telugu',
    version: '5.3.0',
    integrity:
      'sha512-D5AD91Ok2wURk6Vf4sOe2KA3nf0M7qePboNVuvJbguOqLAplh3cGkEIX1qi9u1Jjcz9QWblQ5BbTXI/c+QjB9Q==',
  },
  {
    name: 'kannada',
    code: 'Knda',
    package: '@fontsource/noto-sans-kannada',
    version: '5.3.0',
    integrity:
      'sha512-mcZlaZfzFIwrjah3hze5W6JnFMk8+bXtw0aKOneeuM/sadyV/F6nIgFiJc9/d9yHeecpVfANt+dWf8VSXDf+3Q==',
  },
  {
    name: 'malayalam',
    code: 'Mlym',
    package: '@fontsource/noto-sans-malayalam',
    version: '5.3.0',
    integrity:
      'sha512-JVWpPkzNkbZTLradEAu8y5dDCgDsPLzvJrY1mEtt0NGG095aPyfhpTmq+wnGBBhvNRU9WEeATGI/w/YocbjQsg==',
  },
  {
    name: 'sinhala',
    code: 'Sinh',
    package: '@fontsource/noto-sans-sinhala',
    version: '5.3.0',
    integrity:
      'sha512-g52kQSjsB3vHmFbp6zrPfumJxZADhsssOHd3fMkN+hCK1JrpKvSudtJMAAGuVUcrC7r9dqNmmslj7I9VU1dzbw==',
  },
  {
    name: 'thai',
    code: 'Thai',
    package: '@fontsource/noto-sans-thai',
    version: '5.3.0',
    integrity:
      'sha512-ngqUyvDukkZUHypQbUJvUdAeYa2aYZsyeDTsdqMudf7GK2F2TK19OZ5kbo+37qsBtkNpmAMhEObQnWnzPqzKUw==',
  },
  {
    name: 'lao',
    code: 'Laoo',
    package: '@fontsource/noto-sans-lao',
    version: '5.3.0',
    integrity:
      'sha512-wadhgoP3CjhzZMlEShAgJgfmQEby/0QVjXAVZeR053XnGufjZPM4+UZW1AjsDwYhgUNbC/hPW8aHdoHIR/fqQg==',
  },
  {
    name: 'khmer',
    code: 'Khmr',
    package: '@fontsource/noto-sans-khmer',
    version: '5.3.0',
    integrity:
      'sha512-gdbZkSmmMa7up92bksz5uKkjt70hCmLr9Q9B/Bxu4qYfXr+BvRLvf7NDAO4WP64coTdCcrzmHFciXirbdJEToQ==',
  },
  {
    name: 'myanmar',
    code: 'Mymr',
    package: '@fontsource/noto-sans-myanmar',
    version: '5.3.0',
    integrity:
      'sha512-/ja/Fbmtv4TRpd8LgnVFvDRFIzR0bvYaVCwGNK6Hnn5uBGccCfGFnZ7wRPG1/IyMnScVIjrnOmN+2jOL0b8tRQ==',
  },
] as const satisfies FontPackage[]

export type FontName = (typeof fontPackages)[number]['name']
