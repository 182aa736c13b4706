export const words = {
  title: 'Slide',
  missing: {
    title: 'This slide is not here',
    text: 'Your organisation has no slide at this address. It may have been deleted, or the link may be incomplete.',
    action: 'Go to the dashboard',
  },
  ofProject: {
    heading: 'Slides',
    title: 'No slides in this project yet',
    text: 'The slides of this project will be listed here, each with its stain, tissue and QC.',
    action: 'Back to the projects',
  },
} as const
