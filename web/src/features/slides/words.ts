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
    text: 'Slides appear here with their stain, tissue and QC once scan files have been uploaded to this project.',
    action: 'Go to Uploads',
  },
} as const
