export const words = {
  title: 'Uploads',
  context: 'Scan files on their way to your organisation',
  empty: {
    title: 'No uploads yet',
    text: 'Scan files that were sent to your organisation are listed here, each with its progress and what became of it. None has been sent so far. Slides belong to a project, so start by choosing or creating one.',
    action: 'Choose a project',
  },
} as const
