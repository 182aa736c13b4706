export const words = {
  title: 'Model',
  context: 'Predictors your organisation can run on its slides',
  empty: {
    title: 'No predictors yet',
    text: 'A predictor turns a slide into something new: a virtual stain, a map of the tissue, a list of nuclei. Your organisation has none so far, so there is nothing to run.',
    action: 'Look at the projects',
  },
} as const
