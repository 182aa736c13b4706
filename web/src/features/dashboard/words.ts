export const words = {
  title: 'Dashboard',
  context: 'Projects of',
} as const
