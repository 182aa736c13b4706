export const words = {
  title: 'Notifications',
  context: 'What happened with your slides and jobs while you were away',
  empty: {
    title: "You're all caught up",
    text: 'Nothing needs your attention. Messages about your slides, QC and inference appear here.',
    action: 'Go to the dashboard',
  },
} as const
