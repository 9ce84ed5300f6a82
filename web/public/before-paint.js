// Runs before the first paint, so that what was chosen here before never flashes in another way.
// The keys are those of src/ui/theme/theme-toggle.tsx and src/lib/language/language-provider.tsx.
try {
  var page = document.documentElement;
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  var asked = new URLSearchParams(location.search).get('lang');
  var language = asked || localStorage.getItem('language');
  if (language && language !== page.lang) page.dataset.otherLanguage = language;
} catch (error) {
  console.info('What was chosen before cannot be read; the system decides.', error);
}
