/** The addresses of the app. Other screens live inside these as tabs and dialogs. */
export const paths = {
  dashboard: '/',
  login: '/login',
  models: '/models',
  reports: '/reports',
  notifications: '/notifications',
  project: '/project/:id',
  oldProject: '/project/:id/old',
  manageOrganization: '/manage-org',
  slide: '/slide/:id',
  uploads: '/uploads',
} as const

/** Stand in the address where there would be the id of a project: the slides in none, and all of them. */
export const unsortedProject = 'unsorted'
export const allProjects = 'all'
