export const words = {
  title: 'Sign in',
  product: 'Cresyl',
  tagline: 'Whole-slide scans, quality control and inference in one calm place.',
  welcome: 'Sign in to your organisation',
  signIn: 'Sign in',
  demo: {
    heading: 'Or look around as a demo user',
    list: 'Demo users',
    text: 'This installation runs in demo mode: one click, no password.',
  },
  failed: 'Signing in did not work',
  notEnded:
    'You are signed out here, but the sign-in service could not be reached to end its session. Close the browser if others use this computer.',
} as const
