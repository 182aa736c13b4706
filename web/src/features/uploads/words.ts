export const words = {
  title: 'Uploads',
  context: 'The scan files of your organisation',
  empty: {
    title: 'No scan files yet',
    text: 'Scan files will be listed here, each with its project and what became of it. Your organisation has none so far. Every scan file belongs to a project.',
    open: 'Open a project',
    createOrOpen: 'Create or open a project',
  },
  deeds: { upload: 'upload scan files' },
} as const
