export const words = {
  title: 'Reports',
  context: 'Slides, quality control and inference over time',
  empty: {
    title: 'There is nothing to report yet',
    text: 'Charts of slides, QC and inference appear here once slides are uploaded.',
    action: 'Go to Uploads',
  },
} as const
