;; Emacs 29 or later, or Emacs 28 with eglot: lines for ~/.emacs.d/init.el. They start `mixtape lsp' in stores only.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((conf-toml-mode toml-ts-mode) . ("mixtape" "lsp"))))
(defun mixtape-start-server ()
  "Start `mixtape lsp' if the file is in a store."
  (when (and buffer-file-name (locate-dominating-file buffer-file-name "mixtape.toml"))
    (eglot-ensure)))
(add-hook 'conf-toml-mode-hook #'mixtape-start-server)
(add-hook 'toml-ts-mode-hook #'mixtape-start-server)
