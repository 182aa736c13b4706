/** What is said of images that no microscope saw. */
export const virtualWords = {
  label: 'Virtual',
  hint: 'Computed, not scanned.',
  count: (count: number) => `${count} virtual`,
}
