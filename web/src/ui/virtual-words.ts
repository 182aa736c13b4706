/** What is said of images that no microscope saw. */
export const virtualWords = {
  label: 'Virtual',
  hint: 'Computed: no microscope saw this.',
  count: (count: number) => `${count} virtual`,
}
