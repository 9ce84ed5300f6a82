/** What serves people: features, and the documents and sites beside them. None imports another. */
const USE_CASES = [
  'server/src/access',
  'server/src/knowledge',
  'server/src/platform',
  'contract/src',
];

const IDENTITY_BASE = ['identity/src/store', 'identity/src/config'];

/**
 * Who may import whom. Each row of `mayImport` names a folder and the folders it may use besides
 * itself; everything else inside the project is forbidden, type-only imports included.
 * @type {[string, string[]][]}
 */
const mayImport = [
  ['contract/src', []],
  ['identity/(src|test)', []],
  ['identity/src/store', []],
  ['identity/src/mail', ['identity/src/store']],
  ['identity/src/engine', [...IDENTITY_BASE, 'identity/src/mail']],
  ['identity/src/subjects', [...IDENTITY_BASE, 'identity/src/mail', 'identity/src/engine']],
  ['identity/src/http', [...IDENTITY_BASE, 'identity/src/(mail|engine|subjects|flows)']],
  ['server/src/platform', ['contract/src']],
  ['server/src/knowledge', ['server/src/platform', 'contract/src']],
  ['server/src/assistant', ['server/src/knowledge', 'server/src/platform', 'contract/src']],
  ['server/src/access', ['server/src/platform', 'contract/src']],
  ['server/src/people', ['server/src/platform', 'contract/src']],
  ['server/src/documents', USE_CASES],
  ['server/src/sites', USE_CASES],
  ['server/src/features', [...USE_CASES, 'server/src/people', 'server/src/assistant']],
  ['web/src/lib', ['contract/src']],
  ['web/src/ui', ['web/src/lib']],
  ['web/src/session', ['web/src/ui', 'web/src/lib', 'contract/src']],
  ['web/src/features', ['web/src/session', 'web/src/ui', 'web/src/lib', 'contract/src']],
  ['e2e', ['contract/src', 'identity/test', 'server/test/(model-server|proxies|uploads)']],
  ['evaluation', ['server/src', 'contract/src']],
  ['training', ['evaluation', 'bench', 'server/src', 'contract/src']],
];

/** Tests may also use the test support of their own workspace. */
const TEST_FILE = '(\\.test\\.tsx?|/testing/[^/]+)$';
const TEST_SUPPORT = ['server/test', 'web/src/test-support', 'identity/test'];
const OUR_CODE = '^(contract|identity|server|web|e2e|bench|training|evaluation|scripts)/';

const folderRules = mayImport.map(([folder, allowed]) => ({
  name: `only-${folder.replaceAll(/[^a-z0-9]+/g, '-')}-and-below`,
  comment: `${folder} may import ${allowed.join(', ') || 'nothing else of the project'}.`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: TEST_FILE },
  to: { path: OUR_CODE, pathNot: [folder, ...allowed].map((name) => `^${name}[/.]`) },
}));

const testRules = mayImport.map(([folder, allowed]) => ({
  name: `tests-of-${folder.replaceAll(/[^a-z0-9]+/g, '-')}`,
  severity: 'error',
  from: { path: `^${folder}/.*${TEST_FILE}` },
  to: {
    path: OUR_CODE,
    pathNot: [folder, ...allowed, ...TEST_SUPPORT].map((name) => `^${name}[/.]`),
  },
}));

module.exports = {
  forbidden: [
    ...folderRules,
    ...testRules,
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'product-never-learns-or-judges-itself',
      comment: 'What the product is trained and judged with is no part of it.',
      severity: 'error',
      from: { path: '^(contract|identity|server|web)/', pathNot: '^server/test/' },
      to: { path: '^(training|evaluation|bench)/' },
    },
    {
      name: 'only-context-wires',
      comment: 'Only the wiring, its entries and the operator commands know every part.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/((main|worker|context)[.]|(context|cli)/)',
      },
      to: { path: '^(identity|server/src/(main|worker|app|context|cli)\\b)' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: OUR_CODE },
      to: { couldNotResolve: true, pathNot: '\\?|\\.css$|^pdfjs-dist/types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|peers)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
