// Runs before the first paint, so that a stored choice of theme never flashes in the other one.
// The key is the one of src/ui/theme/use-theme.ts.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (error) {
  console.info('The stored theme cannot be read; the system decides.', error);
}
