list
exit
