export const words = {
  ofProject: {
    heading: 'Slides',
    title: 'No slides in this project yet',
    text: 'The slides of this project will be listed here, each with its stain, tissue and QC.',
    action: 'Back to the projects',
  },
} as const
