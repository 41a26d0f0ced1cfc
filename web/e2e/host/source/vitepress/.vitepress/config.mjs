export default {
  title: 'A handbook',
  head: [['script', { type: 'module', src: 'https://splitpoint.example/v1/splitpoint.js' }]],
  vue: { template: { compilerOptions: { isCustomElement: tag => tag === 'split-point' } } },
};
