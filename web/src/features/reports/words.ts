export const words = {
  title: 'Reports',
  context: 'Slides, quality control and inference over time',
  empty: {
    title: 'There is nothing to report yet',
    text: 'Charts of slides, QC and inference will appear here. Your organisation has no slides so far, so there is nothing to count.',
    action: 'Back to the projects',
  },
  deeds: { read: 'see figures about scan files' },
} as const
