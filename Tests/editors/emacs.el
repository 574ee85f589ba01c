;;; -*- lexical-binding: t -*-
;;; Opens a playlist in Emacs, and prints the answers of the server: a topic and an answer on each line. scripts/test-editors compares
;;; them with expected.txt. Emacs has the configuration that `mixtape editor emacs' prints.
;;;
;;; The environment has STORE, the directory of a store with the file playlists/evening.toml.

(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'seq)
(require 'subr-x)
(require 'xref)

(defvar test-store (file-name-as-directory (file-truename (getenv "STORE"))))
(defvar test-patience 10)

(defun test-show (topic answer) (princ (format "%s: %s\n" topic answer)))

(defun test-await (what condition)
  "Wait until the function CONDITION returns a value other than nil, and return it."
  (let ((deadline (+ (float-time) test-patience)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) deadline) (error "Emacs waits in vain for %s" what))
      (accept-process-output nil 0.01))
    value))

(defun test-relative (file) (file-relative-name (file-truename file) test-store))

(defun test-go (text)
  "Move the cursor to TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun test-put (old new)
  "Replace the text OLD by NEW."
  (test-go old)
  (delete-char (length old))
  (insert new)
  ;; Emacs sends changes when it is idle.
  (eglot--signal-textDocument/didChange))

(defun test-line (number)
  "The text of a line."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- number))
    (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun test-offers (topic capability)
  "Whether the server has CAPABILITY. If not, say so."
  (or (eglot--server-capable capability)
      (progn (test-show topic "skipped: the server does not offer it") nil)))

(defun test-request (method parameters)
  (jsonrpc-request (eglot--current-server-or-lose) method parameters :timeout test-patience))

(defun test-open-file (file)
  "Open FILE. Emacs starts servers after the command that opens a file."
  (find-file file)
  (run-hooks 'post-command-hook))

(defun test-check-outside ()
  (test-open-file (expand-file-name "../outside.toml" test-store))
  (test-show "outside" (if (or (eglot-current-server) (bound-and-true-p eglot--managed-mode)) "a server" "no server")))

(defun test-check-root ()
  (let ((root (file-truename (project-root (eglot--project (eglot-current-server))))))
    (test-show "root" (if (equal root test-store) "the store" root))))

(defun test-diagnostics ()
  "The diagnostics, each as its line and its code."
  (mapcar (lambda (diagnostic)
            (let ((data (alist-get 'eglot-lsp-diag (flymake-diagnostic-data diagnostic))))
              (format "%d %s" (line-number-at-pos (flymake-diagnostic-beg diagnostic)) (plist-get data :code))))
          (flymake-diagnostics)))

(defun test-await-diagnostics (line)
  (test-await (format "diagnostics of line %s" line)
         (lambda ()
           (let ((found (test-diagnostics)))
             (and found (string-prefix-p line (car found)) found)))))

(defun test-check-diagnostics ()
  (dolist (text (test-await-diagnostics "2 ")) (test-show "diagnostics" text))
  (test-put "shufle" "shuffle")
  (dolist (text (test-await-diagnostics "5 ")) (test-show "diagnostics" text))
  (test-put "shuffle" "shufle"))

(defun test-check-hover ()
  (test-go "night-sky/042")
  (let (text)
    (eglot-hover-eldoc-function (lambda (documentation &rest _) (setq text documentation)))
    (test-await "hover" (lambda () text))
    (test-show "hover" (substring-no-properties (car (split-string text "\n"))))))

(defun test-check-definition ()
  (dolist (text '("night-sky/042" "focus\""))
    (test-go text)
    (let ((inhibit-message t)) (call-interactively #'xref-find-definitions))
    (test-show "definition" (format "%s %d" (test-relative buffer-file-name) (line-number-at-pos)))
    (switch-to-buffer "evening.toml")))

(defun test-check-completion ()
  "Complete the only episode with a word in its id, as Ctrl-M-i does it."
  (test-put "  \"night-sky/none" "  \"saturn\n  \"night-sky/none")
  (end-of-line 0)
  (completion-at-point)
  (test-show "completion" (string-trim (test-line 5) "[ \"]*"))
  (delete-region (line-beginning-position) (line-beginning-position 2))
  (eglot--signal-textDocument/didChange))

(defun test-check-references ()
  (when (test-offers "references" :referencesProvider)
    (test-go "night-sky/042")
    (let ((places (test-request :textDocument/references
                           (append (eglot--TextDocumentPositionParams) '(:context (:includeDeclaration :json-false))))))
      (dolist (text (sort (mapcar (lambda (place)
                                    (format "%s %d" (test-relative (eglot--uri-to-path (plist-get place :uri)))
                                            (1+ (plist-get (plist-get (plist-get place :range) :start) :line))))
                                  places)
                          #'string<))
        (test-show "references" text)))))

(defun test-check-actions ()
  (when (test-offers "actions" :codeActionProvider)
    (test-go "shufle")
    (let* ((actions (eglot-code-actions (point) nil "quickfix"))
           (edit (seq-some (lambda (action) (plist-get action :edit)) actions)))
      (eglot--apply-workspace-edit edit)
      (test-show "actions" (test-line 2))
      (test-put "shuffle" "shufle"))))

(defun test-check-formatting ()
  (test-put "\"night-sky/042-auroras\",\n " "\"night-sky/042-auroras\",")
  (when (test-offers "formatting" :documentFormattingProvider)
    (eglot-format-buffer)
    (dolist (number '(4 5)) (test-show "formatting" (string-trim (test-line number))))))

(defun test-check-rename ()
  "Rename an episode, and print the files that have its new name. None of them is saved."
  (when (test-offers "rename" :renameProvider)
    (test-put "shufle" "shuffle")
    (test-go "042-auroras")
    ;; Emacs asks before it changes files that are not open.
    (cl-letf (((symbol-function 'y-or-n-p) #'always)) (eglot-rename "042-northern-lights"))
    (dolist (file (sort (delq nil (mapcar #'test-renamed (seq-filter #'buffer-file-name (buffer-list)))) #'string<))
      (test-show "rename" file))))

(defun test-renamed (buffer)
  "The file of BUFFER if it has the new name."
  (with-current-buffer buffer
    (save-excursion
      (goto-char (point-min))
      (when (search-forward "042-northern-lights" nil t) (test-relative buffer-file-name)))))

(defun test-check ()
  (let ((inhibit-message t) (eglot-sync-connect test-patience) (eglot-autoshutdown nil) (eglot-confirm-server-initiated-edits nil))
    (test-check-outside)
    (test-open-file (concat test-store "playlists/evening.toml"))
    (test-await "the server" #'eglot-current-server)
    (test-check-root)
    (test-check-diagnostics)
    (test-show "renamed playlist" "skipped: eglot renames no files")
    (test-check-hover)
    (test-check-definition)
    (test-check-completion)
    (test-check-references)
    (test-check-actions)
    (test-check-formatting)
    (test-check-rename)
    (eglot-shutdown (eglot-current-server))))

(test-check)
