export const words = {
  title: 'Reports',
  context: 'Slides, quality control and inference over time',
  empty: {
    title: 'There is nothing to report yet',
    text: 'Charts of slides, QC and inference will appear here. No slide has been checked and no predictor has run so far, so there is nothing to chart.',
    action: 'Back to the projects',
  },
  deeds: { read: 'see figures about scan files' },
} as const
